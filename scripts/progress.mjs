import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const PROGRESS_EVERY_MS = 10_000

/**
 * Prints one line and ends the script, for a problem that a person must solve first.
 * @param {string} line
 * @returns {never}
 */
export function exitWithMessage(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/**
 * Runs a program in the repository, hides its output, and prints what runs and for how many seconds.
 * Returns { code, output }. A signal to this script also ends the program.
 */
export async function runWithProgress(what, program, args, env = process.env) {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  process.stdout.write(`${what} …\n`)
  const ticker = setInterval(
    () => process.stdout.write(`${what} … ${seconds()}\n`),
    PROGRESS_EVERY_MS,
  )
  const result = await runQuietly(program, args, env)
  clearInterval(ticker)
  process.stdout.write(`${what}: ${result.code === 0 ? 'done' : 'failed'} in ${seconds()}\n`)
  return result
}

/** Runs a program in the repository and returns { code, output }, with both streams in one text. */
export function runQuietly(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    const release = stopWithParent(child)
    const settle = (code) => {
      release()
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      settle(127)
    })
    child.on('close', (code, signal) => settle(exitCodeOf(code, signal)))
  })
}

/** Runs a program in the repository with its output on this terminal, and returns the exit code. */
export function runOnTerminal(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
    const release = stopWithParent(child)
    const settle = (code) => {
      release()
      resolve(code)
    }
    child.on('error', () => settle(127))
    child.on('close', (code, signal) => settle(exitCodeOf(code, signal)))
  })
}

/** The exit code, or the shell's convention (128 + signal) for a program that a signal ended. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + constants.signals[signal]
}

function stopWithParent(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      child.kill('SIGTERM')
      process.exit(exitCodeOf(null, signal))
    }
    process.once(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => handlers.forEach((release) => release())
}
