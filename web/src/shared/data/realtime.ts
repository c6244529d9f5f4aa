// Live views: the database tells of changes, queries run again; while the line is down views poll as specified.
// Features use liveKeys beside their queries, and usePolled where the specification polls.
export { type LiveKey, liveKeys, ofRow, withParam } from './realtime/keys.ts'
export { projectTopic, userTopic, workspaceTopic } from './realtime/notice.ts'
export { usePolled, useTopic } from './realtime/topics.ts'
