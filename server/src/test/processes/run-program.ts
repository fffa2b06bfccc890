import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestServer } from '../server.ts'

/** The time limit of a test that runs a program. */
export const COMMAND_MS = 60_000

/** Runs a program of server/src on the database of a test's server. Returns its exit code and its output. */
export async function runProgram(
  { url, context }: TestServer,
  file: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: context.config.dataDir,
    ...settings,
  }
  const program = promisify(execFile)(process.execPath, [`server/src/${file}`, ...args], { env })
  return program.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, output: `${stdout}${stderr}` }
    },
  )
}
