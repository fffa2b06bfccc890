import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('embedded-server-process.ts', import.meta.url))

/**
 * Runs the whole server with these settings until it is ready or ends by itself, and stops it. Returns its exit code
 * and the lines that it printed.
 */
export async function startAndStop(
  settings: Record<string, string>,
): Promise<{ code: unknown; lines: string[] }> {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, DATABASE_URL: '', PORT: '0', DRAIN_S: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  for await (const line of createInterface({ input: child.stdout })) {
    // Lines of the log are JSON.
    if (!line.startsWith('{')) lines.push(line)
    if (line.startsWith('Lustra is ready at')) child.kill('SIGTERM')
  }
  const [code] = await ended
  return { code, lines }
}
