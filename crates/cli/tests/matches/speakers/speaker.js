// The same as speaker.py.
const say = (text) => process.stdout.write(text + "\n");

function flood(board, row, column, old, colour) {
    if (!board[row] || board[row][column] !== old) return;
    board[row][column] = colour;
    for (const [down, right] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
    ]) {
        flood(board, row + down, column + right, old, colour);
    }
}

function floodWars(first, board) {
    let corners = [
        [board.length - 1, 0],
        [0, board[0].length - 1],
    ];
    if (first === "S") corners.reverse();
    const used = corners.map(([row, column]) => board[row][column]);
    flood(
        board,
        ...corners[0],
        used[0],
        [..."@#+.*"].find((colour) => !used.includes(colour)),
    );
    say([first === "J" ? "S" : "J", ...board.map((line) => line.join(""))].join("\n"));
}

const heard = [];
let isAnswered = false;
const input = require("readline").createInterface({ input: process.stdin });
input.on("line", (line) => {
    heard.push(line);
    const first = heard[0].split(" ")[0];
    if (first === "J" || first === "S") return;
    if (/^\d+$/.test(first)) {
        const colour = heard[2];
        if (!isAnswered && heard.length === (colour === "2" ? 8 : 6)) {
            isAnswered = true;
            say(colour === "1" ? "0 1 1 0" : "4 4 5 4");
        }
    } else if (first === "list_commands") {
        say(
            heard.length === 1
                ? "= ludoteka-set_parameter\n"
                : /^genmove/.test(line)
                  ? "= resign\n"
                  : "=\n",
        );
    } else {
        say(first.length <= 2 ? "." : "resign");
    }
});
input.on("close", () => {
    if (heard[0] === "J" || heard[0] === "S")
        floodWars(
            heard[0],
            heard.slice(1).map((line) => [...line]),
        );
});
