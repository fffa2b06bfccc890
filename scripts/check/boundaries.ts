import { filesMatching, report, textOf } from './sources.ts'
import { faultsOf } from './rooms.ts'

const files = filesMatching('{contract,drawings,server,web,e2e,bench,scripts}/**/*.{ts,tsx}')
const texts = new Map(files.map((file) => [file, textOf(file)]))
report(faultsOf(texts))
