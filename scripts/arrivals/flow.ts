import { Heap } from "./heap.ts";

/** A place where work is done: so many at once, first come, first served. */
export type Station = { readonly servers: number };

/** One visit of a job to a station, and how many seconds it takes there. */
export type Visit = { readonly station: Station; readonly seconds: () => number };

/** When each job was done with each of its visits, in seconds, job by job. */
export type Flow = readonly Float64Array[];

/** Sends jobs that arrive at these seconds through the visits, one after the other. A station may be visited again. */
export function flow(arrivals: Float64Array, visits: readonly Visit[]): Flow {
  const done = visits.map(() => new Float64Array(arrivals.length));
  const free = new Map<Station, Heap>();
  for (const { station } of visits) if (!free.has(station)) free.set(station, new Heap());
  const ready = new Heap();
  for (const [job, at] of arrivals.entries()) ready.push(at, job);
  const nextVisit = new Uint8Array(arrivals.length);
  while (ready.size > 0) {
    // Jobs are taken in the order in which they are ready, so that whoever waits longer is served before.
    const { key: at, value: job } = ready.pop();
    const index = nextVisit[job] ?? 0;
    const visit = visits[index];
    if (visit === undefined) continue;
    const servers = free.get(visit.station) ?? new Heap();
    const freeAt = servers.size < visit.station.servers ? at : servers.pop().key;
    const end = Math.max(at, freeAt) + visit.seconds();
    servers.push(end);
    (done[index] as Float64Array)[job] = end;
    nextVisit[job] = index + 1;
    ready.push(end, job);
  }
  return done;
}

/** At most so many a second, in order: when each one gets through. `times` are sorted. */
export function paced(times: Float64Array, perSecond: number): Float64Array {
  let last = Number.NEGATIVE_INFINITY;
  return times.map((at) => {
    last = Math.max(at, last + 1 / perSecond);
    return last;
  });
}

/** The value below which this share of the values lies. */
export function percentile(values: Float64Array, share: number): number {
  const sorted = values.toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
