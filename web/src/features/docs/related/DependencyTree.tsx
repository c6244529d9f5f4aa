import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { NodeLink } from './NodeLink.tsx'
import { TextButton } from './TextButton.ts'
import type { TreeNode } from './tree.ts'

const FIRST = 50

const List = styled('ul')({
  listStyle: 'none',
  margin: '0 -8px',
  padding: 0,
  // One line down from what they stand below.
  '& ul': {
    listStyle: 'none',
    margin: '0 0 0 14px',
    padding: '0 0 0 10px',
    borderLeft: '1px solid var(--docs-border)',
  },
})

/** Nodes over several steps, as lists within lists. */
export function DependencyTree({ tree, uri }: { tree: readonly TreeNode[]; uri: string }) {
  const [all, setAll] = useState(false)
  const shown = all ? tree : tree.slice(0, FIRST)
  return (
    <>
      <List>
        <Items tree={shown} uri={uri} />
      </List>
      {shown.length < tree.length ? (
        <TextButton type="button" onClick={() => setAll(true)}>
          Show all {tree.length}
        </TextButton>
      ) : null}
    </>
  )
}

function Items({ tree, uri }: { tree: readonly TreeNode[]; uri: string }) {
  return tree.map(({ node, below }) => (
    <li key={node.uri}>
      <NodeLink node={node} beside={uri} />
      {below.length > 0 ? (
        <ul>
          <Items tree={below} uri={uri} />
        </ul>
      ) : null}
    </li>
  ))
}
