import { chmod, stat } from 'node:fs/promises'
import { StartupProblem } from '#server/settings/startup-problem.ts'

const EVERYBODY = 0o007

/**
 * From here on only the user of this process reads what it writes, and DATA_DIR is closed to all others. A folder that
 * belongs to somebody else keeps its mode; one that every user of the machine can read is refused. rule: settings
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
  process.umask(0o077)
  const found = await stat(dataDir).catch(() => undefined)
  if (!found) return
  const isClosed = await chmod(dataDir, 0o700).then(
    () => true,
    () => (found.mode & EVERYBODY) === 0,
  )
  if (isClosed) return
  throw new StartupProblem(
    'Every user of this machine can read DATA_DIR. Give it to the user that runs Lustra, or take their rights away (chmod o-rwx).',
  )
}
