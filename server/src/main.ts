import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'
import { problemLine } from '#server/start/problem-line.ts'
import { serve } from './serve.ts'
import { onlyMigrates } from './settings/roles.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))

try {
  const config = readConfig(process.env)
  if (onlyMigrates(config.roles)) {
    const { migrateAlone } = await import('#server/start/prepare-database.ts')
    await migrateAlone(config)
    process.stdout.write('The database is of this version.\n')
  } else {
    if (config.roles.has('web')) await requireWebApp()
    await serve(config, WEB_DIR)
  }
} catch (error) {
  process.stderr.write(`${problemLine(error)}\n`)
  process.exit(1)
}

async function requireWebApp(): Promise<void> {
  await access(`${WEB_DIR}/server/entry-server.js`).catch(() => {
    throw new StartupProblem(
      'The web app is not built yet. Run `npm start`, or `npm run build` first.',
    )
  })
}
