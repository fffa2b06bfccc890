import { buildWeb, prepareDependencies } from './prepare.mjs'

await prepareDependencies()
process.exitCode = await buildWeb()
