import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useId, useState } from 'react'
import { usePrinting } from './use-printing.ts'

export interface TabPage {
  title: ReactNode
  key: string
  content: ReactNode
}

/** Pages of which one shows. The choice can be driven from outside by `active` and `onChange`. */
export function TabSet({
  pages,
  label,
  active,
  onChange,
}: {
  pages: TabPage[]
  label: string
  active?: string
  onChange?: (key: string) => void
}) {
  const id = useId()
  const [own, setOwn] = useState(pages[0]?.key)
  const wanted = active ?? own
  const isPrinting = usePrinting()
  const page = pages.find((candidate) => candidate.key === wanted) ?? pages[0]
  if (!page) return null
  const choose = (key: string): void => {
    setOwn(key)
    onChange?.(key)
  }
  return (
    <div>
      {isPrinting ? null : (
        <Tabs
          value={page.key}
          onChange={(_event, key: string) => choose(key)}
          variant="scrollable"
          scrollButtons="auto"
          allowScrollButtonsMobile
          aria-label={label}
          sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
        >
          {pages.map(({ key, title }) => (
            <Tab key={key} value={key} label={title} id={`${id}-tab-${key}`} aria-controls={`${id}-panel`} />
          ))}
        </Tabs>
      )}
      {/* On paper, where none can be chosen, all stand one below the other. */}
      {pages
        .filter((one) => isPrinting || one === page)
        .map(({ key, title, content }) => (
          <div
            key={key}
            {...(!isPrinting && {
              role: 'tabpanel',
              id: `${id}-panel`,
              'aria-labelledby': `${id}-tab-${key}`,
            })}
          >
            {isPrinting ? <h3>{title}</h3> : null}
            {content}
          </div>
        ))}
    </div>
  )
}
