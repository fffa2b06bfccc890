import { filesMatching, report, textOf } from './sources.ts'
import { wideLinesOf } from './wide-lines.ts'

const files = filesMatching('**/*.{ts,tsx,mjs,css,html,sql,yml,md}')
report(files.flatMap((file) => wideLinesOf(file, textOf(file))))
