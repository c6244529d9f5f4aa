// What the shared widgets, and the parts of features that have stories, look like in every state; development only.
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { type ComponentType, createElement } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { MessagePage } from '../../shared/ui/MessagePage.tsx'
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch.tsx'

/** A stories file exports its `title` and components, each a state of the widget beside it. */
type StoriesFile = { title: string } & Record<string, ComponentType | string>

const files = import.meta.glob<StoriesFile>(
  ['../../shared/ui/**/*.stories.tsx', '../../features/**/*.stories.tsx'],
  { eager: true },
)
const widgets = Object.values(files).sort((a, b) => a.title.localeCompare(b.title))

/** `ManyRows` as "Many rows". */
function nameOf(story: string): string {
  const words = story.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One widget at a time (`?widget=`), its stories one below the other, or one of them (`?story=`). */
export default function StoriesPage() {
  const [query] = useSearchParams()
  const widget = widgets.find(({ title }) => title === query.get('widget')) ?? widgets[0]
  if (!widget)
    return <MessagePage title="No stories">Write a file *.stories.tsx beside a widget.</MessagePage>
  const only = query.get('story')
  const stories = Object.entries(widget).flatMap(([name, story]) =>
    typeof story === 'string' || (only && only !== name) ? [] : [{ name, story }],
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, minHeight: '100dvh' }}>
      <WidgetList current={widget.title} />
      <Box component="main" sx={{ flex: 1, minWidth: 0, p: { xs: 2, md: 4 }, display: 'grid', gap: 4 }}>
        {stories.map(({ name, story }) => (
          <Box component="section" key={`${widget.title} ${name}`} sx={{ minWidth: 0 }}>
            <Typography variant="overline" component="h2" color="textSecondary">
              {nameOf(name)}
            </Typography>
            {createElement(story)}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function WidgetList({ current }: { current: string }) {
  return (
    <Box
      component="nav"
      aria-label="Widgets"
      sx={{ flex: 'none', width: { md: 220 }, p: 2, borderRight: 1, borderColor: 'divider' }}
    >
      <ThemeSwitch />
      <List component="div" dense sx={{ display: { xs: 'flex', md: 'block' }, overflowX: 'auto' }}>
        {widgets.map(({ title }) => (
          <ListItemButton
            key={title}
            component={Link}
            to={`?widget=${encodeURIComponent(title)}`}
            selected={title === current}
            sx={{ flex: 'none', width: { xs: 'auto', md: 1 } }}
          >
            <ListItemText primary={title} sx={{ whiteSpace: 'nowrap' }} />
          </ListItemButton>
        ))}
      </List>
    </Box>
  )
}
