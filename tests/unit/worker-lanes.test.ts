// What must not hold up what: each job has one lane, and nothing that takes hours stands before what people wait for.
import { expect, it } from 'vitest'
import { readConfig } from '../../worker/config.ts'
import type { Context } from '../../worker/context.ts'
import { tasks } from '../../worker/jobs/index.ts'

const config = readConfig({
  SUPABASE_DB_URL: 'postgres://localhost/x',
  SUPABASE_URL: 'http://localhost',
  SUPABASE_SERVICE_ROLE_KEY: 'key',
  WAYMARK_URL: 'http://waymark.localhost',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'a@b.example',
})
const lanes = Object.values(tasks({ config, stopping: new AbortController().signal } as Context)).map(
  (list) => Object.keys(list),
)

it('each job has one lane', () => {
  const all = lanes.flat()
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
})

it('a migration holds no place of commits, reports and domains', () => {
  expect(lanes.find((names) => names.includes('migrate'))).toEqual(['migrate'])
})

it('an export holds up no deletion of a workspace, and none holds up exports', () => {
  expect(lanes.find((names) => names.includes('export_workspace'))).toEqual(['export_workspace'])
})

it('files in another form hold up no merge, upload or removal of a branch', () => {
  expect(lanes.find((names) => names.includes('export_branch'))).toEqual(['export_file', 'export_branch'])
})
