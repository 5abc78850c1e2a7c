// Draws the shapes of a building model, with the elements of an answer coloured. Loaded when it is first asked for.
import * as THREE from "/static/three.module.min.js";
import { OrbitControls } from "/static/OrbitControls.js";

const COLOURS = { Wall: 0xd5d9df, CurtainWall: 0xb7d3ea, Window: 0x8ec5f0, Door: 0xa47148, Slab: 0xb9bec6, Roof: 0xb5654a, Column: 0x868e96, Beam: 0x868e96, Member: 0xb08968, Covering: 0xe3e6ea, Stair: 0xc9b79c, StairFlight: 0xc9b79c, Railing: 0x74808f, Furniture: 0xcdb891, Space: 0xa5d8ff };
const OTHER = 0x9aa4b2;
const MARKED = 0xff7a1a;
const PICKED = 0x4263eb;
const GLASS = 0.35;
const FADED = 0.12;  // what an answer is not about

const decoded = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;

export function show(place, data, marked, picked) {
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0xffffff);
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  place.replaceChildren(renderer.domElement);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x8d99ae, 2.2));
  const sun = new THREE.DirectionalLight(0xffffff, 1.6);
  scene.add(sun);
  const building = new THREE.Group();
  building.rotation.x = -Math.PI / 2;  // the height of IFC is z, that of the scene is y
  scene.add(building);
  for (const one of data.solids) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(decoded(one.points)), 3));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(decoded(one.triangles)), 1));
    const flat = geometry.toNonIndexed();
    flat.computeVertexNormals();
    const mesh = new THREE.Mesh(flat, new THREE.MeshLambertMaterial({ side: THREE.DoubleSide }));
    mesh.userData = { id: one.id, label: one.label };
    building.add(mesh);
  }
  const box = new THREE.Box3().setFromObject(building);
  const centre = box.getCenter(new THREE.Vector3());
  const reach = Math.max(1, box.getSize(new THREE.Vector3()).length());
  const camera = new THREE.PerspectiveCamera(40, 1, reach / 1000, reach * 20);
  camera.position.copy(centre).add(new THREE.Vector3(0.75, 0.65, 0.95).multiplyScalar(reach * 0.95));
  sun.position.copy(camera.position);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.target.copy(centre);
  const draw = () => renderer.render(scene, camera);
  controls.addEventListener("change", draw);

  function colour(ids, chosen) {
    const about = new Set(ids);
    let coloured = 0;
    for (const mesh of building.children) {
      const { id, label } = mesh.userData;
      const isMarked = about.has(id);
      coloured += isMarked;
      const solid = isMarked || id === chosen ? 1 : about.size ? FADED : label === "Window" || label === "CurtainWall" ? GLASS : 1;
      mesh.visible = label !== "Space" || isMarked || id === chosen;  // rooms would fill the building
      mesh.material.color.set(id === chosen ? PICKED : isMarked ? MARKED : COLOURS[label] || OTHER);
      Object.assign(mesh.material, { opacity: solid, transparent: solid < 1, depthWrite: solid === 1, needsUpdate: true });
    }
    draw();
    return coloured;
  }

  const ray = new THREE.Raycaster();
  let down = null;
  renderer.domElement.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
  renderer.domElement.addEventListener("click", (event) => {
    if (down === null || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;  // it was turned
    const at = renderer.domElement.getBoundingClientRect();
    ray.setFromCamera(new THREE.Vector2(((event.clientX - at.left) / at.width) * 2 - 1, 1 - ((event.clientY - at.top) / at.height) * 2), camera);
    const hits = ray.intersectObjects(building.children.filter((mesh) => mesh.visible));
    const solid = hits.find((hit) => hit.object.material.opacity === 1) || hits[0];
    if (solid) picked(solid.object.userData.id);
  });
  new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = place;
    if (!width || !height) return;
    renderer.setSize(width, height);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    draw();
  }).observe(place);
  controls.update();
  return { elements: data.solids.length, marked: colour(marked, null), colour(ids, chosen) { this.marked = colour(ids, chosen); } };
}
