#compdef custos
# zsh completion for custos. The program tells its own options, so that this file
# never lags behind: lines 'command TAB --option[=] TAB values'.
_custos() {
  local -a commands options
  local line command name values
  local -A of
  if ((CURRENT == 2)); then
    commands=(${(f)"$($words[1] --options 2>/dev/null | cut -f1 | uniq)"} --help --version help)
    compadd -- $commands
    _files
    return
  fi
  # 'custos model.pml' is 'custos check model.pml'.
  command=$words[2]
  for line in ${(f)"$($words[1] --options 2>/dev/null)"}; do
    name=${${(ps:\t:)line}[2]} values=${${(ps:\t:)line}[3]-}
    [[ ${line%%$'\t'*} == $command ]] || continue
    of[$name]=$values
    options+=($name)
  done
  if [[ $PREFIX == --*=* ]]; then
    values=${of[${PREFIX%%\=*}=]-}
    compset -P '*='
    if [[ $values == *'|'* ]]; then
      compadd -- ${(s:|:)values}
    elif [[ $values == DIR || $values == FILE* ]]; then
      _files
    fi
  elif [[ $PREFIX == -* ]]; then
    compadd -S '' -- ${(M)options:#*=}
    compadd -- ${options:#*=}
  else
    _files
  fi
}
_custos "$@"
