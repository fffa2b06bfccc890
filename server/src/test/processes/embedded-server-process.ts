import { readConfig } from '#server/config.ts'
import { problemLine } from '#server/start/problem-line.ts'
import { serve } from '#server/serve.ts'

/** The whole server in its own process, as main.ts starts it, but without the web app. */
await serve(readConfig(process.env)).catch((error: unknown) => {
  process.stderr.write(`${problemLine(error)}\n`)
  process.exit(1)
})
