import { type NodeDraft, stableIdOf, type Workshop } from '../drafts.ts'
import type { OpenApiKind } from '../files/kinds.ts'
import { isObject, ownItems, ownString } from '../json.ts'
import { clip, firstParagraph } from '../text.ts'

// A description lists a handful; a hostile one must not become a page a server.
const MAX_SERVERS = 50

/** Adds the servers of an API to the drafts. Those of single operations are in the data of these. */
export function describeServers(workshop: Workshop, service: NodeDraft, kind: OpenApiKind): void {
  const servers = ownItems(service.data, 'servers').filter(isObject)
  for (const [index, server] of servers.slice(0, MAX_SERVERS).entries()) {
    const url = ownString(server, 'url') ?? ''
    const uri = `${service.uri}/${kind === 'openapi2' ? 'schemes' : 'servers'}/${index}`
    const summary = firstParagraph(ownString(server, 'description'))
    const draft: NodeDraft = {
      uri,
      file: service.file,
      type: 'http_server',
      id: stableIdOf({}, uri),
      name: clip(summary || url || 'Server', 500),
      summary,
      tags: [],
      ...(service.version === undefined ? {} : { version: service.version }),
      isInternal: false,
      isDeprecated: false,
      parentUri: service.uri,
      data: server,
      searchText: [url, summary].filter(Boolean).join('\n'),
    }
    workshop.drafts.push(draft)
    workshop.edges.push({ type: 'parent', from: uri, to: service.uri, path: '' })
  }
}
