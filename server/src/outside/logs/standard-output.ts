import { fstatSync } from 'node:fs'
import { pino } from 'pino'

/**
 * The most bytes that wait in memory while nothing can be written, such as on a full disk. Further lines are dropped.
 */
const WAITING_BYTES_MAX = 1024 * 1024

/** More lines than these are written before the turn ends. */
const TURN_CHARACTERS_MAX = 64 * 1024

type Output = ReturnType<typeof pino.destination>

let opened: Output | undefined

/**
 * Standard output for the log. An error of writing ends nothing: what waits is written when it is possible again.
 * rule: storage-full
 */
export function standardOutput(): Output {
  return (opened ??= openOutput(process.stdout.fd))
}

function openOutput(dest: number): Output {
  // A file never waits for a reader, and to write to it costs less than to let another thread do that.
  const sync = fstatSync(dest).isFile()
  const output = pino.destination({ dest, maxLength: WAITING_BYTES_MAX, sync })
  let fails = false
  output.on('error', () => (fails = true))
  output.on('write', () => (fails = false))
  const writeLines = joinLinesOfTurn(output)
  // At its end a process writes what waits, and would try that for ever on a full disk.
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    writeLines()
    if (!fails) flush()
  }
  process.on('exit', writeLines)
  return output
}

/** Writes the lines of one turn of the event loop together, at its end. Returns a function that writes them at once. */
function joinLinesOfTurn(output: Output): () => void {
  const write = output.write.bind(output)
  let lines = ''
  const writeLines = () => {
    if (lines !== '') write(lines)
    lines = ''
  }
  output.write = (line: string) => {
    if (lines === '') setImmediate(writeLines)
    lines += line
    if (lines.length > TURN_CHARACTERS_MAX) writeLines()
    return true
  }
  return writeLines
}
