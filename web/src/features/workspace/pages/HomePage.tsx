import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { DefaultHome } from '../components/DefaultHome.tsx'
import { useLandingContent } from '../queries.ts'

const LandingMarkdown = lazy(() => import('../../../shared/ui/markdown/LandingMarkdown.tsx'))

/** The workspace's own landing page, or what helps most where it has none. */
export function HomePage() {
  usePageTitle('Home')
  const landing = useLandingContent()
  if (landing.isPending) return <Spinner />
  if (landing.isError) return <QueryErrorPage error={landing.error} onRetry={() => void landing.refetch()} />
  return (
    <Box sx={{ width: '100%', maxWidth: 960, mx: 'auto', px: { xs: 2, md: 4 }, py: { xs: 3, md: 5 } }}>
      {landing.data ? (
        <Suspense fallback={<Spinner />}>
          <LandingMarkdown markdown={landing.data} />
        </Suspense>
      ) : (
        <DefaultHome />
      )}
    </Box>
  )
}
