// References of a set of files: what they lead to, what uses something, and what has to change where when something
// gets another name or a file another path. Nothing is parsed: texts are walked by their tokens.
export { type FileIndex, formatOf, indexFile, type Site, type TextFile } from './file-index.ts'
export { planMove } from './move.ts'
export { afterPlan, type FilePlan, type Plan } from './plan.ts'
export { planRename } from './rename.ts'
export { References, type Resolved, type Target } from './resolve.ts'
export { unusedComponents } from './unused.ts'
export { type Subject, siteAt, subjectAt, type Use, usesOf } from './uses.ts'
