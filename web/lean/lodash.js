// What packages of Stoplight use of lodash: as CommonJS they ask for all of it, three quarters of which nobody calls.
export {
  cloneDeep,
  get,
  has,
  isEmpty,
  isEqualWith,
  omit,
  pick,
  pickBy,
  set,
  setWith,
  trimStart,
} from 'lodash-es'
