// the view in space, where the browser has WebGL
import {
  AmbientLight, BufferGeometry, CanvasTexture, CircleGeometry, Color, CylinderGeometry, DirectionalLight, DoubleSide,
  Float32BufferAttribute, Line, LineBasicMaterial, Mesh, MeshLambertMaterial, PerspectiveCamera, PlaneGeometry,
  Raycaster, Scene, SphereGeometry, SRGBColorSpace, Vector2, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { colour, ground, isDark } from "./colours.js";
import { orientation } from "./motion.js";

export function hasWebGl() {
  try {
    return Boolean(document.createElement("canvas").getContext("webgl2"));
  } catch {
    return false;
  }
}

// bands, so that it can be seen how a ball turns
function bands(paint) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [64, 32];
  const pen = canvas.getContext("2d");
  pen.fillStyle = paint;
  pen.fillRect(0, 0, 64, 32);
  pen.fillStyle = "rgb(255 255 255 / 80%)";
  pen.fillRect(0, 14, 64, 4);
  pen.fillRect(0, 0, 64, 3);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

const line = (points, paint) => {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points.flat(), 3));
  return new Line(geometry, new LineBasicMaterial({ color: paint }));
};

const circle = (radius, [x, y], high) =>
  Array.from({ length: 97 }, (_, k) => [x + radius * Math.cos((k * Math.PI) / 48), y + radius * Math.sin((k * Math.PI) / 48), high]);

export class Space {
  constructor(canvas, stage, half) {
    Object.assign(this, { canvas, stage, half, bodies: [], shot: null, trails: [] });
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.camera = new PerspectiveCamera(40, 1, 1e-3, 100);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxPolarAngle = 0.49 * Math.PI;
    this.scene = new Scene();
    this.scene.add(new AmbientLight(0xffffff, 1.6));
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(-1, -2, 4);
    this.scene.add(sun);
    this.addStage();
    this.reset();
  }

  reset() {
    const far = 1.9 * Math.max(...this.half);
    this.camera.position.set(0, -far, 0.95 * far);
    this.controls.target.set(0, 0, 0);
    this.controls.update();
  }

  addStage() {
    const { stage, half } = this;
    const ink = isDark() ? 0xdddddd : 0x222222;
    const surface = new MeshLambertMaterial({ color: ground(stage.surface), side: DoubleSide });
    const [length, width] = stage.rectangle_m ?? half.map((side) => 2 * side);
    const floor = stage.ring_radius_m ? new CircleGeometry(stage.ring_radius_m, 96) : new PlaneGeometry(length, width);
    if (stage.surface !== "none") this.scene.add(new Mesh(floor, surface));
    const high = 4e-4 * Math.max(...half);
    if (stage.ring_radius_m) this.scene.add(line(circle(stage.ring_radius_m, [0, 0], high), ink));
    for (const mark of stage.marks) {
      if (mark.shape === "line") {
        this.scene.add(line([[...mark.from_m, high], [...mark.to_m, high]], mark.is_strong ? 0xd55e00 : ink));
      } else if (mark.is_post) {
        const post = new Mesh(new CylinderGeometry(mark.radius_m, mark.radius_m, 0.03, 24), new MeshLambertMaterial({ color: ink }));
        post.rotation.x = Math.PI / 2;
        post.position.set(...mark.at_m, 0.015);
        this.scene.add(post);
      } else this.scene.add(line(circle(mark.radius_m, mark.at_m, high), ink));
    }
  }

  show(shot) {
    for (const gone of [...this.bodies, ...this.trails]) {
      this.scene.remove(gone);
      gone.geometry.dispose();
    }
    this.shot = shot;
    this.bodies = shot.bodies.map((body, number) => {
      const paint = colour(body, number);
      if (!body.is_coin) {
        const ball = new Mesh(new SphereGeometry(body.radius_m, 32, 20), new MeshLambertMaterial({ map: bands(paint) }));
        ball.geometry.rotateX(Math.PI / 2);
        return ball;
      }
      const coin = new Mesh(new CylinderGeometry(body.radius_m, body.radius_m, body.thickness_m, 48), [
        new MeshLambertMaterial({ color: new Color(paint).multiplyScalar(0.7) }),
        ...[0, 1].map(() => new MeshLambertMaterial({ map: bands(paint) })),
      ]);
      coin.geometry.rotateX(Math.PI / 2);
      return coin;
    });
    this.trails = shot.paths.map((points, number) => line(points.map(([, x, y, z]) => [x, y, z]), colour(shot.bodies[number], number)));
    this.scene.add(...this.bodies, ...this.trails);
  }

  draw(shot, states, t, { trails, followed }) {
    if (this.shot !== shot) this.show(shot);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (this.width !== width || this.height !== height) {
      Object.assign(this, { width, height });
      this.renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
      this.renderer.setSize(width, height, false);
      this.camera.aspect = width / Math.max(1, height);
      this.camera.updateProjectionMatrix();
    }
    this.scene.background = new Color(isDark() ? 0x161616 : 0xffffff);
    states.forEach((now, number) => {
      const [body, mesh] = [shot.bodies[number], this.bodies[number]];
      const lift = body.is_coin ? body.thickness_m * (now.mode === "top" ? 1.5 : 0.5) : 0;
      mesh.position.set(now.place[0], now.place[1], now.place[2] + lift);
      mesh.visible = now.mode !== "off";
      if (body.is_coin) mesh.rotation.z = now.angle;
      else mesh.quaternion.set(...orientation(shot.pieces[number], t));
    });
    shot.paths.forEach((points, number) => {
      this.trails[number].visible = trails;
      this.trails[number].geometry.setDrawRange(0, points.findLastIndex(([time]) => time <= t) + 1);
    });
    if (followed >= 0 && states[followed]) {
      const [x, y, z] = states[followed].place;
      const { target } = this.controls;
      this.camera.position.add({ x: x - target.x, y: y - target.y, z: z - target.z });
      target.set(x, y, z);
    }
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  }

  bodyAt(shot, states, px, py) {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * px) / this.width - 1, 1 - (2 * py) / this.height), this.camera);
    const [hit] = ray.intersectObjects(this.bodies.filter((mesh) => mesh.visible));
    return hit ? this.bodies.indexOf(hit.object) : -1;
  }
}
