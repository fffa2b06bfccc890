import { report } from './sources.ts'
import { overweightViews } from './view-bytes.ts'

report(overweightViews())
