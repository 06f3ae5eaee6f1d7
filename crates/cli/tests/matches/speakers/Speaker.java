// The same as speaker.py.
import java.io.*;
import java.util.*;

public class Speaker {
    static BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static void flood(char[][] board, int row, int column, char old, char colour) {
        if (row < 0 || column < 0 || row >= board.length || column >= board[0].length) return;
        if (board[row][column] != old) return;
        board[row][column] = colour;
        flood(board, row + 1, column, old, colour);
        flood(board, row - 1, column, old, colour);
        flood(board, row, column + 1, old, colour);
        flood(board, row, column - 1, old, colour);
    }

    static void floodWars(boolean isFirst) throws IOException {
        char[][] board = in.lines().map(String::toCharArray).toArray(char[][]::new);
        int last = board.length - 1, right = board[0].length - 1;
        int row = isFirst ? last : 0, column = isFirst ? 0 : right;
        char own = board[row][column], other = isFirst ? board[0][right] : board[last][0];
        char colour = 0;
        for (char c : "@#+.*".toCharArray()) if (c != own && c != other) colour = c;
        flood(board, row, column, own, colour);
        System.out.println(isFirst ? "S" : "J");
        for (char[] line : board) System.out.println(new String(line));
    }

    public static void main(String[] arguments) throws IOException {
        String first = in.readLine().split(" ")[0];
        if (first.equals("J") || first.equals("S")) {
            floodWars(first.equals("J"));
        } else if (Character.isDigit(first.charAt(0))) {
            in.readLine();
            boolean isRed = in.readLine().equals("1");
            for (int left = isRed ? 3 : 5; left > 0; left--) in.readLine();
            System.out.println(isRed ? "0 1 1 0" : "4 4 5 4");
        } else if (first.equals("list_commands")) {
            System.out.println("= ludoteka-set_parameter\n");
            for (String line; (line = in.readLine()) != null; ) {
                System.out.println(line.startsWith("genmove") ? "= resign\n" : "=\n");
            }
        } else {
            System.out.println(first.length() <= 2 ? "." : "resign");
        }
    }
}
