# fish completion for custos. The program tells its own options, so that this file
# never lags behind: lines 'command TAB --option[=] TAB values'.
function __custos_lines
    custos --options 2>/dev/null
end
function __custos_options
    set -l words (commandline -opc)
    set -l here (commandline -ct)
    test (count $words) -ge 2; or return
    for line in (__custos_lines)
        set -l parts (string split \t -- $line)
        test "$parts[1]" = "$words[2]"; or continue
        if string match -q -- '*=' $parts[2]
            if string match -q -- '*|*' "$parts[3]"
                for value in (string split '|' -- $parts[3])
                    echo $parts[2]$value
                end
            else if string match -q -- 'DIR' "$parts[3]"; or string match -q -- 'FILE*' "$parts[3]"
                set -l begun (string replace -- $parts[2] '' $here)
                for file in $begun*
                    echo $parts[2]$file
                end
            else
                echo $parts[2]
            end
        else
            echo $parts[2]
        end
    end
end
complete -c custos -n 'test (count (commandline -opc)) -eq 1' -a '(__custos_lines | cut -f1 | uniq) help'
complete -c custos -n 'test (count (commandline -opc)) -eq 1' -l help -l version
complete -c custos -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__custos_options)'
