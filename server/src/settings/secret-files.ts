import { readFileSync, statSync } from 'node:fs'
import { SETTINGS } from './declarations.ts'
import type { Env, SettingName } from './declarations.ts'
import { StartupProblem } from './startup-problem.ts'

/** The settings that are secrets, or hold one. Each can be read from the file that NAME_FILE names. */
export const SECRETS = (Object.keys(SETTINGS) as SettingName[]).filter(
  (name) => 'secret' in SETTINGS[name],
)

const BYTES_MAX = 65_536
/** The right of every user of the machine to read a file. */
const READ_BY_OTHERS = 0o004

/**
 * The settings, with each secret that a vault has put into a file: NAME_FILE names the file of NAME. Throws
 * StartupProblem with the variable's name, never with the path or the value. rule: settings
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): Env {
  const settings = { ...env }
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new StartupProblem(`Set ${name} or ${name}_FILE, not both.`)
    settings[name] = readSecret(`${name}_FILE`, path)
  }
  return settings
}

function readSecret(name: string, path: string): string {
  let text: string
  try {
    const { mode, size } = statSync(path)
    if (process.platform !== 'win32' && (mode & READ_BY_OTHERS) !== 0) {
      throw new StartupProblem(
        `${name} names a file that every user of this machine may read. Set its mode to 0400.`,
      )
    }
    text = size > BYTES_MAX ? '' : readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof StartupProblem) throw error
    throw new StartupProblem(`${name} has to name a file that this user may read.`)
  }
  if (text) return text
  throw new StartupProblem(`${name} names a file that is empty or larger than 64 kB.`)
}
