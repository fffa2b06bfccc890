import { runChecks } from './checks.mjs'
import { prepareDependencies } from './prepare.mjs'

await prepareDependencies()
const { failed } = await runChecks()
process.exitCode = failed ? 1 : 0
