# bash completion for custos. The program tells its own options, so that this
# file never lags behind: lines 'command TAB --option[=] TAB values'.
_custos() {
  local word command line name values
  COMPREPLY=()
  # Bash cuts words at '=': take the word as the user sees it.
  word=${COMP_LINE:0:COMP_POINT}
  word=${word##*[[:space:]]}
  command=${COMP_WORDS[1]-}
  if [[ $COMP_CWORD -le 1 ]]; then
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W '--help --version help
      $("${COMP_WORDS[0]}" --options 2>/dev/null | cut -f1 | uniq)' -- "$word"))
    return
  fi
  if [[ $word != -* ]]; then
    compopt -o filenames 2>/dev/null
    # shellcheck disable=SC2207
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$word"))
    return
  fi
  while IFS=$'\t' read -r line name values; do
    [[ $line == "$command" ]] || continue
    if [[ $word == "$name"* && $name == *= ]]; then
      # Behind the '=' only what follows it is replaced.
      if [[ $values == *'|'* ]]; then
        # shellcheck disable=SC2207
        COMPREPLY=($(compgen -W "${values//|/ }" -- "${word#*=}"))
      elif [[ $values == DIR || $values == FILE* ]]; then
        # shellcheck disable=SC2207
        COMPREPLY=($(compgen -f -- "${word#*=}"))
      fi
      return
    fi
    [[ $name == "$word"* ]] && COMPREPLY+=("$name")
  done < <("${COMP_WORDS[0]}" --options 2>/dev/null)
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _custos custos
