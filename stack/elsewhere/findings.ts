// What is wrong with a project: what cannot work is broken; what works but is not as it should be is weak; what nobody
// can see is only said.
import { decodeJwt } from 'jose'
import type { Facts } from './facts.ts'
import type { Project } from './project.ts'

export interface Finding {
  kind: 'broken' | 'weak' | 'unseen'
  sentence: string
}

const OLDEST_POSTGRES = 150_000

/** What is wrong with a project that answered so. */
export function judge(facts: Facts, project: Project): Finding[] {
  if (facts.settings.status === 0) return found([['broken', true, `${project.url} does not answer.`]])
  const wrongKeys = found(keyRules(facts, project))
  // Without the right keys the rest says nothing more.
  if (wrongKeys.length > 0) return wrongKeys
  return found([
    ...databaseRules(facts, project),
    ...serviceRules(facts, project),
    ...settingRules(facts),
    ...UNSEEN.map((sentence): Rule => ['unseen', true, sentence]),
  ])
}

type Rule = [kind: Finding['kind'], applies: boolean, sentence: string]

function found(rules: Rule[]): Finding[] {
  return rules.flatMap(([kind, applies, sentence]) => (applies ? [{ kind, sentence }] : []))
}

function keyRules({ settings, users }: Facts, { anonKey }: Project): Rule[] {
  return [
    [
      'broken',
      roleOf(anonKey) === 'service_role',
      "The anon key is the service role's: every browser would get it. Give the anon key as --anon-key or SUPABASE_ANON_KEY.",
    ],
    [
      'broken',
      settings.status !== 200,
      `Auth refuses the anon key (${settings.status}): it is another project's, or an old one.`,
    ],
    [
      'broken',
      users.status !== 200,
      `Auth refuses the service role's key (${users.status}): it is another project's, or not the service role's.`,
    ],
  ]
}

function databaseRules({ users, database }: Facts, { dbUrl }: Project): Rule[] {
  const isOther = users.firstId === undefined ? database.hasUsers : !database.knowsFirstUser
  return [
    ['broken', isOther, 'The database is not the one of this project: it has other accounts than Auth.'],
    [
      'broken',
      database.user !== 'postgres',
      `The database is connected as ${database.user}: migrations belong to postgres.`,
    ],
    ['broken', database.version < OLDEST_POSTGRES, 'The database is older than Postgres 15.'],
    [
      'broken',
      isTransactionPooler(dbUrl),
      'Port 6543 is the transaction pooler, which cannot LISTEN: use the direct connection or the session pooler (port 5432).',
    ],
  ]
}

function serviceRules(facts: Facts, { jwtSecret }: Project): Rule[] {
  return [
    ['broken', facts.rest !== 200, `REST does not answer (${facts.rest}).`],
    ['broken', facts.storage !== 200, `Storage does not answer (${facts.storage}).`],
    [
      'broken',
      facts.graphql !== 200,
      `GraphQL does not answer (${facts.graphql}): enable the extension pg_graphql.`,
    ],
    [
      'broken',
      facts.keys === 0 && !jwtSecret,
      'The project signs its sessions with a shared secret: give it as --jwt-secret or SUPABASE_JWT_SECRET, else no session is believed.',
    ],
    [
      'broken',
      facts.secretFits === false,
      'The shared secret is not the one that signs the keys: give the right one as --jwt-secret or SUPABASE_JWT_SECRET.',
    ],
  ]
}

function settingRules({ settings: { body }, realtime }: Facts): Rule[] {
  return [
    [
      'broken',
      body.external?.email === false,
      'Signing in by e-mail is off in Auth: switch the provider "Email" on.',
    ],
    [
      'weak',
      body.disable_signup !== true,
      'Sign-ups by the public API are on: switch them off in Auth ("Allow new users to sign up"), the product makes the accounts.',
    ],
    ['weak', body.external?.anonymous_users === true, 'Anonymous sign-ins are on in Auth: switch them off.'],
    ['weak', realtime !== 101, `Realtime does not answer (${realtime}): screens poll until it does.`],
  ]
}

// No API tells these.
const UNSEEN = [
  'IP address forwarding is on (GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED)',
  'refresh tokens rotate, with a reuse interval of 10 seconds',
  'the current password is required for a new one (GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD)',
]

function isTransactionPooler(dbUrl: string): boolean {
  return new URL(dbUrl).port === '6543'
}

/** The role that a key says it is for: of a JWT, or of a key of the newer kind. */
function roleOf(key: string): unknown {
  if (key.startsWith('sb_secret_')) return 'service_role'
  try {
    return decodeJwt(key).role
  } catch {
    return undefined
  }
}
