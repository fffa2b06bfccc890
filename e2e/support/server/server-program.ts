import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'

/**
 * Runs `server/src/<program>.ts` on the data folder of a running server, e.g. 'job' or 'operator'. Returns its output.
 * Fails if the program fails.
 */
export async function runServerProgram(
  dataDir: string,
  program: string,
  ...args: string[]
): Promise<string> {
  const child = spawn(process.execPath, [`server/src/${program}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(code).toBe(0)
  return output
}
