/** What the doctor looks at in a bucket: whether this key may write, read, list and delete there. */
import type { Settings } from "../../../settings/schema.ts";
import { objectsName, openObjectsOf } from "../../../stores.ts";
import { describeError } from "../../../vocabulary/log.ts";
import { fail, type Finding, ok } from "../finding.ts";

/** Under a key that no object of the catalogue has. */
const FOLDER = "doctor";

/** Checks the bucket of the settings; nothing for files. */
export async function checkBucket(settings: Settings): Promise<Finding[]> {
  if (settings.objects === null) return [];
  const place = objectsName(settings);
  const key = `${FOLDER}/${crypto.randomUUID()}`;
  const text = Buffer.from(key);
  const began = performance.now();
  let step = "write";
  try {
    const store = openObjectsOf(settings);
    await store.put(key, text);
    step = "read";
    const found = await store.read(key, 0, text.byteLength);
    if (!text.equals(found))
      return [fail("bucket", `${place} gives other bytes than it was given`, OTHER_BYTES)];
    step = "list";
    const listed = await store.list(FOLDER);
    if (!listed.some((object) => object.key === key))
      return [fail("bucket", `${place} does not list what it was given`, OTHER_BYTES)];
    step = "delete";
    await store.remove(key);
    const took = Math.round(performance.now() - began);
    return [ok("bucket", `${place}: this key may write, read, list and delete; all four took ${took} ms`)];
  } catch (error) {
    return [fail("bucket", `${place}: this key cannot ${step} there: ${describeError(error)}`, REMEDY)];
  }
}

const REMEDY =
  "check the bucket's name, --s3-endpoint, --s3-region and --s3-path-style, and that the key may PutObject, GetObject, " +
  "ListBucket and DeleteObject";
const OTHER_BYTES = "this is no store that the program can use: choose another server, or ask who runs it";
