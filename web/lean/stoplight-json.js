// What @stoplight/http-spec uses of @stoplight/json, which brings a reader of JSON and another writer along.
export {
  hasRef,
  isLocalRef,
  isPlainObject,
  resolveInlineRefWithLocation,
} from '@stoplight/json/index.es.js'
