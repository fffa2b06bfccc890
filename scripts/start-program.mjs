import { spawn } from 'node:child_process'
import { root } from './progress.mjs'

/** Starts a program of Lustra, with flags and file in `args`, by the Node at `node`. Returns the process. */
export function startProgram(node, args, env) {
  // The program runs in its own process group: Ctrl-C reaches every process of the terminal's group, and npm sends the
  // signal again. The program must receive it exactly once, from its launcher.
  return spawn(node, args, {
    cwd: root,
    env,
    // A server ends by itself when this channel closes, so that no end of its launcher leaves it without a parent.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
}
