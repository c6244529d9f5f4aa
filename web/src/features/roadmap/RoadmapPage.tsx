import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { config } from '../../shared/config/config.ts'
import { callAsMe } from '../../shared/data/as-me.ts'
import { useRead } from '../../shared/data/read.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { NotFoundPage, QueryErrorPage } from '../../shared/ui/error-pages.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { roadmapAddress } from './address.ts'

/** The page of the installation's roadmap, which is told by a token of five minutes who reads it. */
export function RoadmapPage() {
  usePageTitle('Roadmap')
  const workspace = useWorkspace()
  const path = useParams()['*'] ?? ''
  // A token is for one opening: none is taken from before.
  const [visit] = useState(() => crypto.randomUUID())
  const { data, error, refetch } = useRead({
    key: ['roadmap-token', { visit }],
    read: () =>
      callAsMe<{ token: string }>(`/workspaces/${encodeId('wk', workspace.id)}/roadmap-token`, {
        method: 'POST',
      }),
    signedIn: true,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!config.roadmapUrl) return <NotFoundPage />
  if (error && !data) return <QueryErrorPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  return (
    <>
      <Typography variant="h1" sx={visuallyHidden}>
        Roadmap
      </Typography>
      <Frame address={roadmapAddress(config.roadmapUrl, path, data.token)} />
    </>
  )
}

/** Its first address stays: another one would load the page anew under its reader's hands. */
function Frame({ address }: { address: string }) {
  const [src] = useState(address)
  return (
    <Box
      component="iframe"
      title="Roadmap"
      src={src}
      // It may not lead this window elsewhere, and the address of ours is not told to it.
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      sx={{ flex: 1, width: '100%', minHeight: 400, border: 0, display: 'block', backgroundColor: '#fff' }}
    />
  )
}
