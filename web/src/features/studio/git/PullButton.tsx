import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { useEffect, useEffectEvent } from 'react'
import type { StudioBranch, StudioProject } from '../model.ts'
import { useHostBranch, useLookAtHost } from './queries.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  onOpen: () => void
}

/** What was looked at this long ago is looked at again when the Studio opens, ms. */
const staleMs = 300_000

/** The way to what is new at the Git host; says so when there is something. */
export function PullButton({ project, branch, onOpen }: Props) {
  const host = useHostBranch(branch.id, project.id)
  const look = useLookAtHost(branch.id)
  // What has not been read yet has nothing that could be behind.
  const isKnown = host.isSuccess && branch.commit_hash !== null
  const lookOnce = useEffectEvent(() => {
    const at = host.data?.checked_at
    if (!at || Date.now() - Date.parse(at) > staleMs) look.mutate(undefined)
  })
  useEffect(() => {
    if (isKnown) lookOnce()
  }, [isKnown])
  const isNew =
    host.data !== null && host.data !== undefined && hasNews(host.data.status, host.data.tip, branch)
  const behind = host.data?.status === 'behind' ? host.data.behind : null
  const says = !isNew
    ? 'Pull from the Git host'
    : behind === null
      ? 'Pull: the branch has changed at the Git host'
      : `Pull: ${behind} new ${behind === 1 ? 'commit' : 'commits'} at the Git host`
  return (
    <IconButton size="small" onClick={onOpen} aria-label={says} title={says}>
      <Badge
        color="warning"
        variant={!isNew || behind === null ? 'dot' : 'standard'}
        badgeContent={behind}
        invisible={!isNew}
      >
        <DownloadOutlined fontSize="small" aria-hidden />
      </Badge>
    </IconButton>
  )
}

/** Whether the host has what is not here; a commit from here is there and here at once. */
export function hasNews(
  status: string,
  tip: string | null,
  { commit_hash }: Pick<StudioBranch, 'commit_hash'>,
): boolean {
  return status === 'gone' || ((status === 'behind' || status === 'rewritten') && tip !== commit_hash)
}
