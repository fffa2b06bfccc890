import { runChecks } from './checks.mjs'
import { prepareDependencies } from './prepare.mjs'

await prepareDependencies()
const { failures } = await runChecks()
process.exitCode = failures.length ? 1 : 0
