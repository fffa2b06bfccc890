import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pinnedNode, prepareDependencies, prepareWeb } from '../prepare.mjs'
import { exitWithMessage, root } from '../progress.mjs'

const [folder] = process.argv.slice(2)
if (!folder) exitWithMessage('Name an empty folder: npm run archive -- FOLDER')
await prepareDependencies()
await prepareWeb()
const write = `import { writeArchive } from './scripts/archive/archive.ts'; await writeArchive(${JSON.stringify(resolve(folder))})`
execFileSync(pinnedNode(), ['--input-type=module', '-e', write], { cwd: root, stdio: 'inherit' })
process.stdout.write(
  `In ${resolve(folder)}: npm ci --omit=dev, then node_modules/.bin/node server/src/main.ts\n`,
)
