import Typography from '@mui/material/Typography'
import { CopyButton } from '../../shared/ui/CopyButton.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { Snippet } from '../../shared/ui/Snippet.tsx'
import { useSharedProject } from './queries.ts'

/** The lines that show the documentation on another page (docs/embedding.md). */
export function EmbedSection({ projectId }: { projectId: number }) {
  const { data: project } = useSharedProject(projectId)
  if (!project) return null
  const snippet = `<script type="module" src="${window.location.origin}/embed.js"></script>
<waymark-docs project="${project.slug}"></waymark-docs>`
  return (
    <Section title="Embed" actions={<CopyButton text={snippet} label="Copy the snippet" />}>
      <Snippet label="Snippet">{snippet}</Snippet>
      <Typography variant="body2" color="textSecondary">
        {project.visibility === 'public'
          ? 'Shows the documentation on any page, to anybody.'
          : 'Shows the documentation on any page, to anybody, once the project is public. Until then a branch shows by its share link: share-token="wms_…".'}
      </Typography>
    </Section>
  )
}
