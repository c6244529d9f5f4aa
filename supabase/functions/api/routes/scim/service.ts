// Discovery, bulk, and what SCIM has besides.
import type { AppContext } from '../../../_shared/http/context.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { bulk, readBulk } from '../../scim/bulk.ts'
import { kinds, resourceType, schemas, serviceProviderConfig, wholeList } from '../../scim/discovery.ts'
import { ScimError } from '../../scim/errors.ts'
import { operationsIn } from '../../scim/patch.ts'
import { answer, answering, askerOf, baseOf, bodyOf } from './asking.ts'

/** The routes that are of no resource; the last of all of SCIM, for what is none. */
export function scimService(app: Router): void {
  const at = '/scim/v2'
  app.get(`${at}/ServiceProviderConfig`, (c) => told(c, () => serviceProviderConfig(baseOf(c))))
  app.get(`${at}/ResourceTypes`, (c) =>
    told(c, () => wholeList(kinds.map((kind) => resourceType(baseOf(c), kind)))),
  )
  app.get(`${at}/ResourceTypes/:name`, (c) =>
    told(c, () => {
      const kind = kinds.find(({ name }) => name === c.req.param('name'))
      return kind && resourceType(baseOf(c), kind)
    }),
  )
  app.get(`${at}/Schemas`, (c) => told(c, () => wholeList(schemas(baseOf(c)))))
  app.get(`${at}/Schemas/:urn`, (c) =>
    told(c, () => schemas(baseOf(c)).find(({ id }) => id.toLowerCase() === c.req.param('urn').toLowerCase())),
  )
  app.post(`${at}/Bulk`, (c) => answering(c, () => doMany(c)))
  app.all(`${at}/*`, (c) =>
    answering(c, async () => {
      await askerOf(c)
      throw c.req.path.endsWith('/Me') ? new ScimError(501, 'A token is nobody.') : notFound()
    }),
  )
}

const notFound = () => new ScimError(404, 'There is nothing at this address.')

function told(c: AppContext, find: () => object | undefined): Promise<Response> {
  return answering(c, async () => {
    await askerOf(c)
    // RFC 7644 §4: what the service is cannot be filtered.
    if (c.req.query('filter') !== undefined) throw new ScimError(403, 'This cannot be filtered.')
    const found = find()
    if (!found) throw notFound()
    return answer(c, found)
  })
}

async function doMany(c: AppContext) {
  // Whose token it is first: nobody else's body is read.
  await askerOf(c)
  const request = readBulk(await bodyOf(c))
  const weight = request.operations.reduce((sum, { data }) => sum + operationsIn(data), 0)
  const asker = await askerOf(c, Math.max(1, weight))
  return answer(c, await bulk(asker, baseOf(c), request))
}
