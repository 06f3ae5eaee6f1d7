{ The same as speaker.py. }
program speaker;
const
  colours = '@#+.*';
var
  board: array of string;
  first, text: string;
  left: integer;

procedure flood(row, column: integer; old, colour: char);
begin
  if (row < 0) or (column < 1) or (row > High(board)) or (column > Length(board[0])) then exit;
  if board[row][column] <> old then exit;
  board[row][column] := colour;
  flood(row + 1, column, old, colour);
  flood(row - 1, column, old, colour);
  flood(row, column + 1, old, colour);
  flood(row, column - 1, old, colour)
end;

procedure floodwars(isfirst: boolean);
var
  row, column, i: integer;
  own, other, colour: char;
begin
  while not eof do begin
    SetLength(board, Length(board) + 1);
    readln(board[High(board)])
  end;
  if isfirst then begin
    row := High(board); column := 1; other := board[0][Length(board[0])]
  end else begin
    row := 0; column := Length(board[0]); other := board[High(board)][1]
  end;
  own := board[row][column];
  colour := ' ';
  for i := 1 to 5 do
    if (colours[i] <> own) and (colours[i] <> other) then colour := colours[i];
  flood(row, column, own, colour);
  if isfirst then writeln('S') else writeln('J');
  for i := 0 to High(board) do writeln(board[i])
end;

procedure say(text: string);
begin
  writeln(text);
  Flush(Output)
end;

begin
  readln(first);
  if (first = 'J') or (first = 'S') then
    floodwars(first = 'J')
  else if first[1] in ['0'..'9'] then begin
    readln(text);
    readln(text);
    if text = '1' then first := '0 1 1 0' else first := '4 4 5 4';
    if text = '1' then left := 3 else left := 5;
    for left := left downto 1 do readln(text);
    say(first)
  end else if first = 'list_commands' then begin
    say('= ludoteka-set_parameter' + #10);
    while not eof do begin
      readln(text);
      if copy(text, 1, 7) = 'genmove' then say('= resign' + #10) else say('=' + #10)
    end
  end else if Length(first) <= 2 then
    say('.')
  else
    say('resign')
end.
