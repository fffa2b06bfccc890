import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The checkout's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const tellEveryMs = 10_000

/**
 * Says one line and ends the script: for what a person must mend before it makes sense to go on.
 * @param {string} line
 * @returns {never}
 */
export function giveUp(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/**
 * Runs a program in the checkout with its output kept back, telling what it is about and for how many seconds.
 * Answers { code, output }. A signal to us ends the program too.
 */
export async function runTelling(what, program, args, env = process.env) {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  process.stdout.write(`${what} …\n`)
  const ticker = setInterval(() => process.stdout.write(`${what} … ${seconds()}\n`), tellEveryMs)
  const result = await runKeeping(program, args, env)
  clearInterval(ticker)
  process.stdout.write(`${what}: ${result.code === 0 ? 'done' : 'failed'} in ${seconds()}\n`)
  return result
}

/** Runs a program in the checkout and answers { code, output }, both streams in one text. */
export function runKeeping(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    const release = endWithUs(child)
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

/** Runs a program in the checkout on our own terminal and answers its exit code. */
export function runShowing(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
    const release = endWithUs(child)
    const settle = (code) => {
      release()
      resolve(code)
    }
    child.on('error', () => settle(127))
    child.on('close', (code, signal) => settle(exitCodeOf(code, signal)))
  })
}

/** The shell's convention for a program that a signal ended. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + constants.signals[signal]
}

function endWithUs(child) {
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
