import { runCommand, withContext } from '#server/start/command-line.ts'
import { operate } from './operator-commands.ts'

await runCommand(() =>
  operate(process.argv.slice(2), process.stdout, (action) => withContext(new Date(), action)),
)
