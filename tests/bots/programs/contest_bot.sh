# A bot for the contest protocol: it passes where it can and leads the first entry of the list.
while read -r line; do
    case $line in
        *'"actionList"'*) echo '{"actIndex": 0}' ;;
    esac
done
