import { faultsOf, outsideCitationsIn } from '../rules/faults.ts'
import { allRules } from '../rules/rules.ts'
import { filesMatching, report, textOf } from './sources.ts'

const files = filesMatching('**/*.{ts,tsx,mjs,sql,css,md}')
const texts = new Map(files.map((file) => [file, textOf(file)]))
const { errors, warnings } = faultsOf(allRules(), texts)
const outside = [...texts].flatMap(([file, text]) => outsideCitationsIn(file, text))

report([...errors, ...warnings, ...outside])
