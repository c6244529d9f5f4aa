// A thread of the analysis' process: ends the process with all that it has started once it has another parent, that is,
// once its own has died.
const parentId = process.ppid
setInterval(() => {
  if (process.ppid !== parentId) process.kill(-process.pid, 'SIGKILL')
}, 1_000)

export {}
