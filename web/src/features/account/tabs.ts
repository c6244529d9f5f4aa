import { paths } from '../../shared/config/paths.ts'

/** The pages of the account's settings. */
export const accountTabs = [
  { path: paths.account.basics, label: 'Basics' },
  { path: paths.account.security, label: 'Security' },
  { path: paths.account.connected, label: 'Connected accounts' },
] as const
