// What the contract suite runs against: the embedded stack, bare, with the suite's own project on it; or a real
// Supabase that runs that project already (npm run test:supabase).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startStack } from '../../support/stack.ts'

export interface ContractTarget {
  /** Whether it is the embedded stack. */
  embedded: boolean
  url: string
  anonKey: string
  serviceRoleKey: string
  dbUrl: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    contract: ContractTarget
  }
}

const PROJECT = join(import.meta.dirname, 'supabase')

export default async function setup(project: TestProject) {
  const real = realTarget()
  if (real) {
    project.provide('contract', real)
    return
  }
  const stack = await startStack({
    command: 'stack',
    args: ['--bare', '--functions', join(PROJECT, 'functions')],
  })
  const target = {
    embedded: true,
    url: stack.apiUrl,
    anonKey: stack.anonKey,
    serviceRoleKey: stack.serviceRoleKey,
    dbUrl: stack.dbUrl,
  }
  try {
    await applyProject(target.dbUrl)
  } catch (error) {
    await stack.stop()
    throw error
  }
  project.provide('contract', target)
  return () => stack.stop()
}

function realTarget(): ContractTarget | undefined {
  const {
    SUPABASE_CONTRACT_URL: url,
    SUPABASE_CONTRACT_ANON_KEY: anonKey,
    SUPABASE_CONTRACT_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_CONTRACT_DB_URL: dbUrl,
  } = process.env
  if (!url) return undefined
  if (!anonKey || !serviceRoleKey || !dbUrl)
    throw new Error(
      'SUPABASE_CONTRACT_URL needs SUPABASE_CONTRACT_ANON_KEY, SUPABASE_CONTRACT_SERVICE_ROLE_KEY and SUPABASE_CONTRACT_DB_URL beside it.',
    )
  return { embedded: false, url, anonKey, serviceRoleKey, dbUrl }
}

/** By plain SQL, as anybody would: the surfaces have to notice. */
async function applyProject(dbUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: dbUrl })
  await db.connect()
  try {
    await db.query(readFileSync(join(PROJECT, 'migrations/20260101000000_contract.sql'), 'utf8'))
    await db.query(`notify pgrst, 'reload schema'`)
  } finally {
    await db.end()
  }
}
