import { watch } from 'node:fs'
import { startProgram } from './start-program.mjs'

/** The pause without changes before a restart, because one change often writes several files. */
const CALM_MS = 200

/**
 * Starts a program as `startProgram` does, and again whenever a file in one of the folders changes, also if the program
 * has failed. Returns how to end both. `node --watch` would pass the program no channel to its launcher.
 * rule: graceful-shutdown
 */
export function startRestarted(folders, node, args, env) {
  let program
  let calm
  let isStopping = false
  let isEnding = false
  const start = () => {
    program = startProgram(node, args, env)
    program.on('error', (error) => {
      process.stderr.write(`It could not be started: ${error.message}\n`)
    })
  }
  const restart = () => {
    if (program.exitCode !== null || program.signalCode !== null) return start()
    // The program that follows finds all changes that come while this one ends.
    if (isStopping) return
    isStopping = true
    program.once('exit', () => {
      isStopping = false
      if (!isEnding) start()
    })
    program.kill('SIGTERM')
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(calm)
      calm = setTimeout(restart, CALM_MS)
    }),
  )
  start()
  return () => {
    isEnding = true
    clearTimeout(calm)
    for (const watcher of watchers) watcher.close()
    program.kill('SIGTERM')
  }
}
